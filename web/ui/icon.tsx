import { BadgeCheck, Brush, ChevronDown, Flag, Heart, Scale } from "lucide-react";
import { memo } from "react";

/** The icons that a page of cards repeats. */
const icons = {
  brush: Brush,
  flag: Flag,
  heart: Heart,
  scale: Scale,
  verified: BadgeCheck,
  chevron: ChevronDown,
};

/** One of the icons above, decorative. Its shape is in `IconShapes`, once per page. */
export function Icon({
  name,
  size,
  className = "",
}: {
  name: keyof typeof icons;
  size: number;
  className?: string;
}) {
  return (
    <svg aria-hidden="true" width={size} height={size} className={`icon ${className}`}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** The shapes of the icons; not visible itself. Color and line width come from where they are used. */
export const IconShapes = memo(function IconShapes() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(icons).map(([name, Shape]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Shape size={24} fill="inherit" stroke="inherit" strokeWidth="inherit" />
        </symbol>
      ))}
    </svg>
  );
});
