/** Endpoints of one area of the interface, as "METHOD path". */
export interface EndpointGroup {
  readonly title: string;
  readonly endpoints: readonly string[];
}

/** Endpoints of an area that this exchange does not offer. */
export interface NotOfferedGroup extends EndpointGroup {
  /** Text of the error: names what is not offered and, where there is one, the substitute. */
  readonly notOffered: string;
}
