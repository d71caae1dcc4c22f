package io.freightsdk.server.view;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * The outbox with the latest text messages of the service; 10,000 unless configured otherwise. The
 * service sends the driver link when a load is created. Thread-safe.
 */
public interface SmsOutbox {
  /** The stored messages, oldest first. */
  List<Sms> messages();

  /** Returns the messages to a phone number in E.164, oldest first. */
  default List<Sms> to(String phone) {
    return messages().stream().filter(sms -> sms.phone().equals(phone)).toList();
  }

  /**
   * Waits for the first matching message and returns it. It may already be stored.
   *
   * @param timeout the maximum wait, in machine time
   * @throws AssertionError if no matching message is sent in time; the message has the number of
   *     sent messages
   */
  Sms await(Predicate<Sms> matcher, Duration timeout);

  /** Removes every message. */
  void clear();
}
