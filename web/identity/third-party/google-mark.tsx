// The Google "G": four arcs and a bar.
const turn = 2 * Math.PI * 8;
const arcs = [
  { colour: "#ea4335", from: 191, to: 315 },
  { colour: "#fbbc05", from: 150, to: 208 },
  { colour: "#34a853", from: 47, to: 150 },
  { colour: "#4285f4", from: 0, to: 47 },
];

/** The Google logo for sign-in buttons. */
export function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width="18" height="18" fill="none">
      {arcs.map(({ colour, from, to }) => (
        <circle
          key={colour}
          cx="12"
          cy="12"
          r="8"
          stroke={colour}
          strokeWidth="4"
          strokeDasharray={`${((to - from) / 360) * turn} ${turn}`}
          transform={`rotate(${from} 12 12)`}
        />
      ))}
      <path d="M12 10h10v4H12z" fill="#4285f4" />
    </svg>
  );
}
