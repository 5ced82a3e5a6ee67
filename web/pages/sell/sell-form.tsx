import { type FormEvent, useRef, useState } from "react";
import { Form } from "react-router";
import { makes } from "#shared/makes/sold-makes.ts";
import type { EstimateAnswer } from "#shared/valuation/estimate-contract.ts";
import {
  type DescribedCar,
  describedCarQuery,
  readDescribedCar,
} from "#web/listings/form/described-car.ts";
import { ModelField } from "#web/listings/form/model-field.tsx";
import { emptyProduct, estimatedFacts } from "#web/listings/form/product-body.ts";
import { mileageUnits } from "#web/listings/form/product-options.ts";
import { useEarlyInput } from "#web/platform/loading/use-early-input.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { SuggestedPrice } from "#web/valuation/suggested-price.tsx";
import { SellingSteps } from "./selling-steps.tsx";

const factsOf = (car: DescribedCar) => estimatedFacts({ ...emptyProduct, condition: "", ...car });

/** So that Back returns to the car that was described. The page itself needs no other data for it. */
function keepInAddress({ currentTarget }: FormEvent<HTMLFormElement>) {
  const query = describedCarQuery(readDescribedCar(new FormData(currentTarget)));
  history.replaceState(history.state, "", `?${query}`);
}

type SellFormProps = {
  /** The car of the page's address, and what the server says of it. */
  car: DescribedCar;
  answer: EstimateAnswer;
};

/** Asks for the few facts that a price needs, and shows what such cars are offered for. */
export function SellForm({ car, answer }: SellFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(car);
  // Errors show for what was typed when the visitor left a field.
  const [checked, setChecked] = useState(car);
  const read = (element: HTMLFormElement) => readDescribedCar(new FormData(element));
  useEarlyInput(form, (element) => setTyped(read(element)));
  const errorAt = (name: "year" | "mileage", error: string) =>
    typed[name].trim() !== "" && typed[name] === checked[name] && !(name in factsOf(typed))
      ? error
      : undefined;
  return (
    <div className="page-body">
      <h1 className="marketing-title">Sell your car</h1>
      <p className="mt-4 max-w-[52ch] text-lg text-muted">
        See what cars like yours are offered for here. You need no account for that.
      </p>
      <Form
        ref={form}
        action="/sell"
        onChange={(event) => setTyped(read(event.currentTarget))}
        onSubmit={keepInAddress}
        onBlur={(event) => setChecked(read(event.currentTarget))}
        className="mt-10 grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
      >
        <div className="grid content-start gap-6 border-t border-line pt-6 sm:grid-cols-2">
          <SelectField
            label="Brand"
            name="category"
            defaultValue={car.category}
            options={makes.map((make) => ({ value: make, label: make }))}
          />
          <ModelField make={typed.category} name="model" defaultValue={car.model} />
          <TextField
            label="Year"
            name="year"
            inputMode="numeric"
            placeholder="2019"
            defaultValue={car.year}
            error={errorAt("year", "Enter the year in four digits, like 2019.")}
          />
          <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
            <TextField
              label="Mileage"
              name="mileage"
              inputMode="numeric"
              placeholder="41,000"
              defaultValue={car.mileage}
              error={errorAt("mileage", "Enter the mileage as a number, like 41,000.")}
            />
            <SelectField
              label="Mileage unit"
              name="mileageUnit"
              defaultValue={car.mileageUnit}
              options={mileageUnits}
            />
          </div>
        </div>
        <div>
          <SuggestedPrice car={factsOf(typed)} price={null} answer={answer} />
          <div className="mt-6 flex flex-wrap items-center gap-3">
            <noscript>
              <Button type="submit" look="secondary">
                Show the price
              </Button>
            </noscript>
            <Button type="submit" name="list" value="1" className="max-sm:w-full">
              List it
            </Button>
          </div>
          <p className="mt-3 text-sm text-muted">
            What you typed goes with you. Next, you add photos and set your own price.
          </p>
        </div>
      </Form>
      <SellingSteps />
    </div>
  );
}
