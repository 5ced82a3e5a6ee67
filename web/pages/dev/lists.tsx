import { z } from "zod";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import { priceLabels, type PriceLabel } from "#shared/listings/price-label.ts";
import { CarCard } from "#web/listings/card/car-card.tsx";
import { DialogForm } from "#web/listings/dialog-opener.tsx";
import { useListState } from "#web/platform/use-list-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { PriceStrip } from "#web/ui/price-strip.tsx";
import { Price } from "#web/ui/price.tsx";
import { BulkBar } from "#web/ui/tables/bulk-bar.tsx";
import { Total } from "#web/ui/tables/list-total.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import type { RowActions } from "#web/ui/tables/row-actions.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { TableSkeleton } from "#web/ui/tables/table-skeleton.tsx";
import { TableTools } from "#web/ui/tables/table-tools.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import { useSelection } from "#web/ui/tables/use-selection.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { Group, State } from "./state.tsx";

type Row = { _id: string; name: string; price: number; state: "for sale" | "reserved" };
const rows: Row[] = [
  { _id: "1", name: "BMW 320d Touring", price: 24_500, state: "for sale" },
  {
    _id: "2",
    name: "Mercedes-Benz E 220 d Estate with a long name",
    price: 31_200,
    state: "reserved",
  },
  { _id: "3", name: "Audi A4", price: 8_900, state: "for sale" },
];
const columns: Column<Row>[] = [
  { head: "Name", isName: true, cell: ({ name }) => name, below: () => "2019 · 6,295 mi" },
  {
    head: "Price",
    numeric: true,
    phone: "line",
    sort: "price",
    cell: ({ price }) => <Price amount={price} currency="USD" />,
  },
  { head: "State", phone: "line", cell: ({ state }) => <Badge>{state}</Badge> },
];
const things = { one: "car", many: "cars" };
const filter = z.object({ q: z.string(), sort: z.string(), state: z.string() }).partial();
const nothing = () => undefined;
const done = () => Promise.resolve({ count: 1 });

const actionsOf = ({ name }: Row): RowActions => ({
  of: name,
  actions: [
    { label: "Advertise", place: "row", run: nothing },
    { label: "Edit", run: nothing },
    { label: "Delete", look: "danger", run: nothing },
  ],
});

export function Tables() {
  const list = useListState(filter);
  const order = list.orderBy("price");
  const selection = useSelection<Row>(
    ({ _id }) => _id,
    ({ name }) => name,
    list.which,
  );
  return (
    <Group title="Tables">
      <State name="Heading, search, filters, rows, selection" isWide>
        <PageHeading title="My Products" total={<Total count={rows.length} things={things} />}>
          <Tabs label="Stock" pages={[{ to: "/dev/ui", label: "Cars" }]} />
        </PageHeading>
        <TableTools
          searches="name"
          list={list}
          columns={columns}
          order={order}
          filters={[
            {
              kind: "choice",
              name: "state",
              label: "State",
              options: [{ value: "reserved", label: "reserved" }],
            },
          ]}
        />
        <Table
          caption="Cars"
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          order={order}
          selection={selection}
          actionsOf={actionsOf}
        />
        <BulkBar
          selection={selection}
          things={things}
          actions={[
            {
              label: "Confirm",
              done: "confirmed",
              consequence: "They stay on sale for 14 days.",
              change: done,
            },
          ]}
          after={() => Promise.resolve()}
        />
      </State>
      <State name="Loading" isWide>
        <TableSkeleton rows={3} />
      </State>
    </Group>
  );
}

const car: CardListing = {
  _id: "car",
  name: "BMW 320d M Sport Touring",
  sellerName: "Sally Seller",
  location: "Lisbon",
  originalPrice: 31_000,
  resalePrice: 24_500,
  used: 5,
  condition: "Good",
  image: "/cars/estate-blue.webp",
  isSellerVerified: true,
  sellerVerification: null,
  createdAt: "2026-11-20T09:30:00.000Z",
  currency: "USD",
  status: "available",
  imageIsIllustration: true,
  year: 2019,
  mileage: 41_250,
  mileageUnit: "mi",
  fuel: "diesel",
  transmission: "semi-automatic",
  priceRating: null,
};

export function Cards() {
  return (
    <Group title="Cards and prices">
      <DialogForm>
        <State name="For sale">
          <CarCard product={car} />
        </State>
      </DialogForm>
      <DialogForm>
        <State name="Reserved, with few facts and no picture">
          <CarCard
            product={{
              ...car,
              _id: "bare",
              status: "reserved",
              image: "",
              imageIsIllustration: false,
              year: null,
              mileage: null,
              fuel: null,
              transmission: null,
              originalPrice: null,
            }}
          />
        </State>
      </DialogForm>
      <State name="The zones of a price">
        <div className="space-y-4">
          {([null, ...priceLabels] satisfies (PriceLabel | null)[]).map((label) => (
            <PriceStrip key={label} label={label} />
          ))}
        </div>
      </State>
    </Group>
  );
}
