package io.freightsdk.server.journal;

import io.freightsdk.server.view.Journal;
import io.freightsdk.server.view.RecordedRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The journal of one server. The answers are kept too, to show with a request. */
public final class RequestJournal implements Journal {
  private static final int SHOWN_ON_TIMEOUT = 10;

  private final BoundedLog<RecordedRequest> log;
  private final BoundedLog<Answered> answers;

  public RequestJournal(int capacity) {
    this.log = new BoundedLog<>(capacity);
    this.answers = new BoundedLog<>(capacity);
  }

  /** The body of one answer; {@code body} removes its secrets when it is read. */
  public record Answered(String requestId, Supplier<String> body) {}

  /** Everything kept, and how many requests ever arrived. */
  public record Kept(List<RecordedRequest> requests, List<Answered> answers, long total) {}

  public Kept save() {
    return new Kept(log.all(), answers.all(), log.total());
  }

  public void restore(Kept kept) {
    log.replaceWith(kept.requests, kept.total);
    answers.replaceWith(kept.answers);
  }

  /** Keeps the body of an answer; {@code body} removes its secrets when it is read. */
  public void recordAnswer(String requestId, Supplier<String> body) {
    answers.add(sequence -> new Answered(requestId, body));
  }

  /** The body of the answer; null when it is not kept. */
  public @Nullable String answer(String requestId) {
    for (Answered answered : answers.all()) {
      if (answered.requestId.equals(requestId)) return answered.body.get();
    }
    return null;
  }

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
    return log.await(matcher, timeout, "request", this::describe);
  }

  @Override
  public void clear() {
    log.clear();
    answers.clear();
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
