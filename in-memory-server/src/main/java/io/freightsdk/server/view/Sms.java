package io.freightsdk.server.view;

import java.time.Instant;

/**
 * A text message that the service sent. {@code toString} shows neither the phone number nor the
 * link.
 *
 * @param at server time at which it was sent
 * @param phone phone number of the receiver, in E.164
 * @param loadNumber number of its load
 * @param link driver link in the message
 */
public record Sms(Instant at, String phone, String loadNumber, String link) {
  /** The text of the message. */
  public String text() {
    return "Load " + loadNumber + ": share your location for this trip at " + link;
  }

  @Override
  public String toString() {
    return "Sms[at=" + at + ", loadNumber=" + loadNumber + "]";
  }
}
