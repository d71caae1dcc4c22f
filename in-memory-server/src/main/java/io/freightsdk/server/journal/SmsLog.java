package io.freightsdk.server.journal;

import io.freightsdk.server.view.Sms;
import io.freightsdk.server.view.SmsOutbox;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The outbox of one server. */
public final class SmsLog extends BoundedLog<Supplier<Sms>, Sms> implements SmsOutbox {
  public SmsLog(int capacity) {
    super(capacity);
  }

  public void send(Supplier<Sms> sms) {
    add(sequence -> sms);
  }

  @Override
  public List<Sms> messages() {
    return shown(Integer.MAX_VALUE);
  }

  @Override
  public Sms await(Predicate<Sms> matcher, Duration timeout) {
    return await(matcher, timeout, "SMS", () -> total() + " were sent");
  }
}
