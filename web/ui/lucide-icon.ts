import { createElement, type SVGProps } from "react";

type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] };
type IconProps = SVGProps<SVGSVGElement> & { size?: number };

/**
 * Makes the icons of lucide-react, instead of its own function: our icons are decorative and use no context, so the
 * build leaves out what the package does for other cases (`vite.config.ts`).
 */
// ts-unused-exports:disable-next-line
export default function createIcon({ node }: IconData) {
  return function Icon({ size = 24, ...props }: IconProps) {
    return createElement(
      "svg",
      {
        "aria-hidden": true,
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
