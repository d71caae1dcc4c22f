package io.freightsdk.server.journal;

import io.freightsdk.server.view.Sms;
import io.freightsdk.server.view.SmsOutbox;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** The outbox of one server. */
public final class SmsLog implements SmsOutbox {
  private final BoundedLog<Sms> log;

  public SmsLog(int capacity) {
    this.log = new BoundedLog<>(capacity);
  }

  public void send(Sms sms) {
    log.add(sequence -> sms);
  }

  public void restore(List<Sms> messages) {
    log.replaceWith(messages);
  }

  public int size() {
    return log.size();
  }

  @Override
  public List<Sms> messages() {
    return log.all();
  }

  @Override
  public Sms await(Predicate<Sms> matcher, Duration timeout) {
    return log.await(matcher, timeout, "SMS", () -> log.total() + " were sent");
  }

  @Override
  public void clear() {
    log.clear();
  }
}
