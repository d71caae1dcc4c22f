package io.freightsdk.server.view;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * The latest text messages of the service; 10,000 unless configured otherwise. The service sends
 * the driver link when a load is created. Thread-safe.
 */
public interface SmsOutbox {
  /** The stored messages, oldest first. */
  List<Sms> messages();

  /** The messages to one phone, in E.164, oldest first. */
  default List<Sms> to(String phone) {
    return messages().stream().filter(sms -> sms.phone().equals(phone)).toList();
  }

  /**
   * Waits for the first matching message, which may already be stored.
   *
   * @param timeout maximum wait, in machine time
   * @throws AssertionError if none is sent in time; the message has the number of sent messages
   */
  Sms await(Predicate<Sms> matcher, Duration timeout);

  /** Removes every message. */
  void clear();
}
