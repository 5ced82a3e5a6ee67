import { Article, Code } from "./article.tsx";

export function UnitTests() {
  return (
    <Article id="unit-tests" question="What is a unit test, and why should we write one?">
      <p>
        A unit test runs one small piece of a program, a function or a component, by itself and
        checks that it does what its caller was promised. It needs no network and no database, takes
        milliseconds, and gives the same answer every time. When it fails, it points at one place.
      </p>
      <Code label="Example: a unit test">{`test("a price in cents is shown in dollars", () => {
  expect(formatMoney(1250000, "USD")).toBe("$12,500");
});`}</Code>
      <h3>What they give you</h3>
      <ul>
        <li>
          <strong>Courage to change.</strong> Code is read and changed far more often than it is
          written. With tests one can rename, split and replace, and know within seconds whether
          anything broke.
        </li>
        <li>
          <strong>Faults found early.</strong> A wrong rounding found while typing costs a minute.
          The same fault found by a customer costs a refund and an apology.
        </li>
        <li>
          <strong>A better shape.</strong> What is hard to test usually does too much or reaches for
          things it should have been given. The test is the first reader to complain.
        </li>
        <li>
          <strong>Papers that stay true.</strong> A test with a good name says what the code is for,
          and it cannot go out of date in silence.
        </li>
      </ul>
      <h3>What makes a good one</h3>
      <p>
        Test what a caller can see, not how it is done inside, or every improvement will break a
        test that was right. Give each test one reason to fail. Cover the edges: nothing, one, very
        many, the last day of February. Use real objects where they are cheap, and stand-ins only
        for what is slow or outside your control. And see each test fail once before trusting it,
        since a test that cannot fail proves nothing.
      </p>
      <h3>What they cannot do</h3>
      <p>
        Units that work alone may still not fit together. A few tests through the whole application,
        on a real database and in a real browser, cover the seams. A sensible suite has many small
        tests, fewer wide ones, and runs before every merge.
      </p>
    </Article>
  );
}
