package io.freightsdk.examples.crash;

/**
 * One load that somebody wants.
 *
 * @param key of the request, so that the service takes a repetition for the same
 * @param driverPhone in no other order, so that its text messages tell how often it was created
 */
record Order(String key, String driverPhone) {
  static Order number(int number) {
    return new Order("order-%06d".formatted(number), "+1312555%04d".formatted(number % 10_000));
  }

  Order withKeyOf(Order other) {
    return new Order(other.key, driverPhone);
  }
}
