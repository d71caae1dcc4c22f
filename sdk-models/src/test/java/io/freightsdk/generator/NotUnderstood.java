package io.freightsdk.generator;

/**
 * The description holds something that the generator cannot turn into Java; the message is one
 * line.
 */
final class NotUnderstood extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Names the place and what is wrong there.
   *
   * @param place path of keys from the root of the description, such as {@code
   *     components.schemas.Eta}
   */
  NotUnderstood(String place, String problem) {
    super(place + ": " + problem);
  }
}
