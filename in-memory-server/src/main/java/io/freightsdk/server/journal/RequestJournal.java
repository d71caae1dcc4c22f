package io.freightsdk.server.journal;

import io.freightsdk.server.view.Journal;
import io.freightsdk.server.view.RecordedRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The journal of one server. Its entries mask their secrets when they are read. */
public final class RequestJournal extends BoundedLog<RequestJournal.Entry, RecordedRequest>
    implements Journal {
  private static final int SHOWN_ON_TIMEOUT = 10;

  public RequestJournal(int capacity) {
    super(capacity);
  }

  /** A request and its answer as they came. {@code get} and {@code toString} show no secrets. */
  public interface Entry extends Supplier<RecordedRequest> {
    long sequence();

    String requestId();
  }

  /** Keeps the entry that is made for its sequence number. */
  public void record(LongFunction<Entry> entry) {
    add(entry);
  }

  /** Those still kept, oldest first: who shows only some of them masks no others. */
  public List<Entry> entries() {
    return newest(Integer.MAX_VALUE);
  }

  /** The request with this id; null when it is not kept. */
  public @Nullable RecordedRequest find(String requestId) {
    for (Entry entry : entries()) {
      if (entry.requestId().equals(requestId)) return entry.get();
    }
    return null;
  }

  @Override
  public List<RecordedRequest> requests() {
    return shown(Integer.MAX_VALUE);
  }

  @Override
  public List<RecordedRequest> last(int limit) {
    return shown(limit);
  }

  @Override
  public RecordedRequest await(Predicate<RecordedRequest> matcher, Duration timeout) {
    return await(matcher, timeout, "request", this::describe);
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
