package io.freightsdk.server.journal;

import io.freightsdk.server.view.Journal;
import io.freightsdk.server.view.RecordedRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The journal of one server. */
public final class RequestJournal extends BoundedLog<RecordedRequest> implements Journal {
  private static final int MAX_SHOWN_ON_TIMEOUT = 10;

  public RequestJournal(int capacity) {
    super(capacity);
  }

  /** The request with this id; null if it is not in the journal. */
  public @Nullable RecordedRequest find(String requestId) {
    for (RecordedRequest request : requests()) {
      if (request.requestId().equals(requestId)) return request;
    }
    return null;
  }

  @Override
  public List<RecordedRequest> requests() {
    return latest(Integer.MAX_VALUE);
  }

  @Override
  public List<RecordedRequest> last(int limit) {
    return latest(limit);
  }

  @Override
  public RecordedRequest await(Predicate<RecordedRequest> matcher, Duration timeout) {
    return await(matcher, timeout, "request", this::describe);
  }

  private String describe() {
    StringBuilder text = new StringBuilder().append(total()).append(" requests arrived");
    for (RecordedRequest request : last(MAX_SHOWN_ON_TIMEOUT)) {
      text.append("\n  ").append(request);
    }
    return text.toString();
  }
}
