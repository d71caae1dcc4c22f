package io.freightsdk.examples.crash;

/** Something that creates loads and is to keep what they cost below a cap. */
interface Wallet extends AutoCloseable {
  /** Creates a load, unless the cap forbids it; throws nothing. */
  Told create(Order order);

  /** The same, asked for by an AI agent through whatever tools there are. */
  default Told createForAgent(Order order) {
    return create(order);
  }

  @Override
  void close();
}
