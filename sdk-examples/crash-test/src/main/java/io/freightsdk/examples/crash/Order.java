package io.freightsdk.examples.crash;

/**
 * One load that somebody wants.
 *
 * @param key of the request, so that the service takes a repetition for the same
 * @param reference the customer's own, of which callers derive the key
 * @param driverPhone in no other order, so that its text messages tell how often it was created
 */
record Order(String key, String reference, String driverPhone) {
  static Order number(int number) {
    String phone = "+1312555%04d".formatted(number % 10_000);
    return new Order("order-%06d".formatted(number), "PO-" + number, phone);
  }

  Order withKeyOf(Order other) {
    return new Order(other.key, reference, driverPhone);
  }

  /** The same load, as somebody writes it who does not know that it was ordered. */
  Order underAnotherReference() {
    return new Order(key + "-again", "Order " + reference.replace('-', '/'), driverPhone);
  }
}
