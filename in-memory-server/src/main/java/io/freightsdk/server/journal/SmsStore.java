package io.freightsdk.server.journal;

import io.freightsdk.server.view.Sms;
import io.freightsdk.server.view.SmsOutbox;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The outbox of one server. A message is created when it is read, because most are never read. */
public final class SmsStore extends BoundedLog<Supplier<Sms>> implements SmsOutbox {
  public SmsStore(int capacity) {
    super(capacity);
  }

  public void send(Supplier<Sms> sms) {
    add(sequence -> sms);
  }

  @Override
  public List<Sms> messages() {
    return latest(Integer.MAX_VALUE).stream().map(Supplier::get).toList();
  }

  @Override
  public Sms await(Predicate<Sms> matcher, Duration timeout) {
    return await(sms -> matcher.test(sms.get()), timeout, "SMS", () -> total() + " were sent")
        .get();
  }
}
