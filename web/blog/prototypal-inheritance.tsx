import { Article, Code } from "./article.tsx";

export function PrototypalInheritance() {
  return (
    <Article id="prototypal-inheritance" question="How does prototypal inheritance work?">
      <p>
        In many languages an object is stamped out of a class. In JavaScript an object inherits
        directly from another object. Every object has a hidden link, which the specification calls{" "}
        <code>[[Prototype]]</code>, to one other object or to <code>null</code>.
      </p>
      <h3>The chain</h3>
      <p>
        When you read a property, the engine looks at the object itself, then at its prototype, then
        at the prototype of that, until it finds the name or reaches <code>null</code> and answers{" "}
        <code>undefined</code>. Writing is different: an ordinary assignment creates the property on
        the object itself and leaves the prototype alone. The new property then shadows the
        inherited one.
      </p>
      <Code label="Example: a prototype chain">{`const car = {
  wheels: 4,
  describe() {
    return \`\${this.name} on \${this.wheels} wheels\`;
  },
};

const coupe = Object.create(car);
coupe.name = "Coupé";

coupe.describe();               // "Coupé on 4 wheels"
Object.hasOwn(coupe, "wheels"); // false: it is inherited`}</Code>
      <p>
        Notice <code>this</code>. The method was found on <code>car</code>, but it was called on{" "}
        <code>coupe</code>, so <code>this</code> is <code>coupe</code>. One function serves every
        object that inherits it.
      </p>
      <h3>Functions and classes</h3>
      <p>
        A function called with <code>new</code> creates an object whose prototype is the function's{" "}
        <code>prototype</code> property. The <code>class</code> syntax does the same with clearer
        words: its methods live on <code>Car.prototype</code>, and <code>extends</code> links one
        prototype to the next. Classes add private fields and a stricter constructor, but underneath
        it is the same chain.
      </p>
      <h3>In practice</h3>
      <ul>
        <li>
          Read a prototype with <code>Object.getPrototypeOf</code>. The old <code>__proto__</code>{" "}
          accessor is kept only for compatibility.
        </li>
        <li>
          Set the prototype when you create an object. Changing it later is allowed, but makes
          engines discard their optimisations.
        </li>
        <li>
          Do not add to <code>Array.prototype</code> and its like: every other script on the page
          shares them.
        </li>
        <li>
          Prefer short chains. Where two things merely share some behavior, passing a function is
          often plainer than a common ancestor.
        </li>
      </ul>
    </Article>
  );
}
