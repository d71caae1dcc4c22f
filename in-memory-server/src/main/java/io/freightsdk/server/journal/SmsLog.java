package io.freightsdk.server.journal;

import io.freightsdk.server.view.Sms;
import io.freightsdk.server.view.SmsOutbox;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** The outbox of one server. */
public final class SmsLog extends BoundedLog<Sms> implements SmsOutbox {
  public SmsLog(int capacity) {
    super(capacity);
  }

  public void send(Sms sms) {
    add(sequence -> sms);
  }

  @Override
  public List<Sms> messages() {
    return newest(Integer.MAX_VALUE);
  }

  @Override
  public Sms await(Predicate<Sms> matcher, Duration timeout) {
    return await(matcher, timeout, "SMS", () -> total() + " were sent");
  }
}
