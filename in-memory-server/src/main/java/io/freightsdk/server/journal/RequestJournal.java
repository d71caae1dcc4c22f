package io.freightsdk.server.journal;

import io.freightsdk.server.journal.BoundedLog.Awaiting;
import io.freightsdk.server.view.Journal;
import io.freightsdk.server.view.RecordedRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** The journal of one server. */
public final class RequestJournal implements Journal {
  private static final int SHOWN_ON_TIMEOUT = 10;

  private final BoundedLog<RecordedRequest> log;

  /** An empty journal that keeps {@code capacity} requests. */
  public RequestJournal(int capacity) {
    this.log = new BoundedLog<>(capacity);
  }

  /** Records the request made for its sequence number. */
  public void record(LongFunction<RecordedRequest> request) {
    log.add(request);
  }

  @Override
  public List<RecordedRequest> requests() {
    return log.all();
  }

  @Override
  public List<RecordedRequest> last(int limit) {
    return log.last(limit);
  }

  @Override
  public long total() {
    return log.total();
  }

  @Override
  public RecordedRequest await(Predicate<RecordedRequest> matcher, Duration timeout) {
    return Awaiting.found(log, matcher, timeout, "request", this::describe);
  }

  @Override
  public void clear() {
    log.clear();
  }

  private String describe() {
    StringBuilder text = new StringBuilder().append(total()).append(" requests arrived");
    for (RecordedRequest request : last(SHOWN_ON_TIMEOUT)) {
      text.append("\n  #").append(request.sequence()).append(' ').append(request.method());
      text.append(' ').append(request.path()).append(" -> ").append(request.status());
    }
    return text.toString();
  }
}
