package io.freightsdk.server.view;

import java.time.Instant;

/**
 * One text message the service sent. {@code toString} shows neither the number nor the link.
 *
 * @param at server time of sending
 * @param phone receiver, in E.164
 * @param loadNumber the load it is about
 * @param link the driver link in it
 */
public record Sms(Instant at, String phone, String loadNumber, String link) {
  /** The message. */
  public String text() {
    return "Load " + loadNumber + ": share your location for this trip at " + link;
  }

  @Override
  public String toString() {
    return "Sms[at=" + at + ", loadNumber=" + loadNumber + "]";
  }
}
