package io.freightsdk.server.journal;

import io.freightsdk.server.view.Sms;
import io.freightsdk.server.view.SmsOutbox;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** The outbox of one server. */
public final class SmsStore extends BoundedLog<Sms> implements SmsOutbox {
  public SmsStore(int capacity) {
    super(capacity);
  }

  public void send(Sms sms) {
    add(sequence -> sms);
  }

  @Override
  public List<Sms> messages() {
    return latest(Integer.MAX_VALUE);
  }

  @Override
  public Sms await(Predicate<Sms> matcher, Duration timeout) {
    return await(matcher, timeout, "SMS", () -> total() + " were sent");
  }
}
