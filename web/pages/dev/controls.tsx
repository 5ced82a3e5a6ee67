import { Heart } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import type { ButtonLook } from "#web/ui/button-class.ts";
import { CopyText } from "#web/ui/copy-text.tsx";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { FileField } from "#web/ui/fields/file-field.tsx";
import { MoneyField } from "#web/ui/fields/money-field.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { RadioGroup } from "#web/ui/fields/radio-group.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextAreaField } from "#web/ui/fields/text-area-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { PhoneLink } from "#web/ui/phone-link.tsx";
import { PictureButton } from "#web/ui/picture-button.tsx";
import { Group, State } from "./state.tsx";

const looks: ButtonLook[] = ["primary", "secondary", "quiet", "danger"];
const nothing = () => undefined;

export function Buttons() {
  const [isSaved, setSaved] = useState(false);
  return (
    <Group title="Buttons">
      {looks.map((look) => (
        <State key={look} name={look}>
          <div className="flex flex-wrap gap-3">
            <Button look={look}>Save</Button>
            <Button look={look} disabled>
              Disabled
            </Button>
            <Button look={look} busy>
              Saving
            </Button>
            <Button look={look} size="small">
              Small
            </Button>
          </div>
        </State>
      ))}
      <State name="Link as a button">
        <LinkButton to="/dev/ui" look="secondary">
          See the cars
        </LinkButton>
      </State>
      <State name="Icon, on a picture, text to copy, phone">
        <div className="flex flex-wrap items-center gap-4">
          <IconButton label="Save the car" onClick={nothing}>
            <Heart aria-hidden="true" size={20} strokeWidth={1.5} />
          </IconButton>
          <span className="relative inline-block bg-well p-2">
            <PictureButton
              label="Save the car in the picture"
              isPressed={isSaved}
              onClick={() => setSaved(!isSaved)}
            >
              <Heart aria-hidden="true" size={20} strokeWidth={1.5} />
            </PictureButton>
          </span>
          <CopyText text="WBA8B9G50HNU66601" label="Copy the VIN" />
          <PhoneLink phone="+1 800 555 0100" link="tel:+1-800-555-0100" />
          <PhoneLink phone="ask at the gate" link={null} />
        </div>
      </State>
    </Group>
  );
}

const makes = [
  { value: "1", label: "BMW" },
  { value: "2", label: "Mercedes-Benz" },
];
const required = "Model is required.";

export function Fields() {
  return (
    <Group title="Fields">
      <State name="Text: empty, with a hint">
        <TextField label="Model" hint="As on the registration." />
      </State>
      <State name="Text: optional, filled">
        <TextField label="Trim" optional defaultValue="M Sport" />
      </State>
      <State name="Text: with an error">
        <TextField label="Model" error={required} />
      </State>
      <State name="Text: disabled">
        <TextField label="Name" disabled defaultValue="BMW 320d" />
      </State>
      <State name="Amount">
        <MoneyField label="Price" currency="USD" defaultValue="24,500" />
      </State>
      <State name="Password">
        <PasswordField hint="At least 8 characters." />
      </State>
      <State name="Long text">
        <TextAreaField label="Description" rows={3} defaultValue="One owner." />
      </State>
      <State name="Choice: empty">
        <SelectField label="Brand" options={makes} placeholder="Choose a brand" />
      </State>
      <State name="Choice: with an error">
        <SelectField label="Brand" options={makes} error="Brand is required." />
      </State>
      <State name="One of a few">
        <RadioGroup legend="You are a" name="role" options={makes} defaultValue="1" />
      </State>
      <State name="Checkboxes">
        <Checkbox label="Select BMW" />
        <Checkbox label="Select Audi" defaultChecked />
        <Checkbox label="Select all" isPartly />
      </State>
      <State name="File">
        <FileField label="Photo" hint="JPEG, PNG, WebP or HEIC." optional />
      </State>
    </Group>
  );
}
