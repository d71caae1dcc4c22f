package io.freightsdk.server.view;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * The text messages the service sent, the last 10,000. Safe for use by several threads. A driver
 * link is sent when a load is created.
 */
public interface SmsOutbox {
  /** All messages still kept, oldest first. */
  List<Sms> messages();

  /** The messages to one phone, in E.164, oldest first. */
  default List<Sms> to(String phone) {
    return messages().stream().filter(sms -> sms.phone().equals(phone)).toList();
  }

  /**
   * Waits for the first matching message, which may already be sent.
   *
   * @param timeout longest wait, in machine time
   * @throws AssertionError when none is sent in time; the message says how many were sent
   */
  Sms await(Predicate<Sms> matcher, Duration timeout);

  /** Removes every message. */
  void clear();
}
