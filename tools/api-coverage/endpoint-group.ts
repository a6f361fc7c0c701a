/** Endpoints of one area, as "METHOD path". */
export interface EndpointGroup {
  readonly title: string;
  readonly endpoints: readonly string[];
}
