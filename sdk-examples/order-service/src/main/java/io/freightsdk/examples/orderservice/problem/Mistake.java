package io.freightsdk.examples.orderservice.problem;

/**
 * A mistake in a field of a request.
 *
 * @param field its path, such as {@code pickups.0.zip}
 * @param reason never with a phone number
 */
public record Mistake(String field, String reason) {}
