package io.freightsdk.server.view;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * The text messages the service sent, the last 10,000. Safe for use by several threads. API
 * description, section 6: a driver link goes out when a load is created.
 */
public interface SmsOutbox {
  /** All messages still kept, oldest first. */
  List<Sms> messages();

  /** The messages to one phone, in E.164, oldest first. */
  default List<Sms> to(String phone) {
    return messages().stream().filter(sms -> sms.phone().equals(phone)).toList();
  }

  /**
   * The first matching message, sent or still to come.
   *
   * @param timeout machine time to wait at most
   * @throws AssertionError when none is sent in time; the message says what was
   */
  Sms await(Predicate<Sms> matcher, Duration timeout);

  /** Forgets every message. */
  void clear();
}
