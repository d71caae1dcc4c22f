package io.freightsdk.interleavings;

import static io.freightsdk.model.Operation.GET_LOAD_POSITION;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.SoFar;
import io.freightsdk.internal.call.StartedCall;
import io.freightsdk.internal.json.AnswerReader;
import io.freightsdk.internal.reads.SharedReads;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.NoTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Callers that share reads of one load: one read at a time, and everybody who stays is told. */
public class SharedReadModel {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
  private static final FreightResponse<LoadPosition> ANSWER = position();
  private static final CallSpec<LoadPosition> SPEC = spec();

  private final SharedReads reads =
      new SharedReads(
          Environments.of(Clock.fixed(NOW, ZoneOffset.UTC), () -> 0, new NoTime()),
          Runnable::run,
          Duration.ofMinutes(2),
          null,
          (spec, waited) -> start(),
          operation -> {});

  private final Queue<Call> running = new ConcurrentLinkedQueue<>();
  private final Queue<CompletableFuture<FreightResponse<LoadPosition>>> waiting =
      new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  public SharedReadModel() {
    Interleavings.begin();
  }

  /** A call that is sent by {@link #send}. */
  private final class Call extends StartedCall<FreightResponse<LoadPosition>> {
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean abandoned;
    private volatile int attempts;

    @Override
    public Duration waitedForMoney() {
      return Duration.ZERO;
    }

    @Override
    public SoFar leave() {
      if (attempts == 0) endedByOthers("left");
      return attempts == 0 ? SoFar.NOTHING : new SoFar(attempts, true, Charge.UNKNOWN, null);
    }

    @Override
    protected void endedByOthers(String how) {
      abandoned = true;
      if (attempts == 0) endWith(null);
    }

    void send() {
      attempts = 1;
      if (abandoned) endWith(null);
    }

    void answer() {
      send();
      endWith(ANSWER);
    }

    private void endWith(FreightResponse<LoadPosition> answer) {
      if (!over.compareAndSet(false, true)) return;
      open.decrementAndGet();
      FailureFacts facts = FailureFacts.builder(GET_LOAD_POSITION).build();
      end(answer, answer == null ? new FreightCancelledException(facts, "left") : null);
    }
  }

  private StartedCall<FreightResponse<LoadPosition>> start() {
    most.accumulateAndGet(open.incrementAndGet(), Math::max);
    Call call = new Call();
    running.add(call);
    return call;
  }

  @Operation
  public void ask() {
    waiting.add(reads.read(SPEC));
  }

  @Operation
  public void send() {
    Call out = running.peek();
    if (out != null) out.send();
  }

  @Operation
  public void answer() {
    Call out = running.poll();
    if (out != null) out.answer();
  }

  @Operation
  public void leave() {
    CompletableFuture<?> one = waiting.poll();
    if (one != null) one.cancel(true);
  }

  @Validate
  public void everybodyIsTold() {
    for (Call out; (out = running.poll()) != null; ) out.answer();
    for (CompletableFuture<?> one : waiting) {
      if (!one.isDone()) throw new IllegalStateException("a caller waits for ever");
      if (one.isCompletedExceptionally()) throw new IllegalStateException("who stayed failed");
    }
    if (open.get() != 0) throw new IllegalStateException(open + " reads left");
    if (most.get() > 1) throw new IllegalStateException(most.get() + " reads at once");
  }

  private static FreightResponse<LoadPosition> position() {
    LoadPosition position =
        LoadPosition.builder()
            .loadNumber("LD-1")
            .status(LoadStatus.PLANNED)
            .createdAt(NOW)
            .stops()
            .gpsTrack()
            .pingCount(0)
            .build();
    return new FreightResponse<>(
        position, 200, Map.of(), 1, Charge.UNKNOWN, Duration.ZERO, null, NOW, null);
  }

  private static CallSpec<LoadPosition> spec() {
    return new CallSpec<>(
        GET_LOAD_POSITION,
        "LD-1",
        null,
        null,
        null,
        CallOptions.builder().maxAge(Duration.ZERO).build(),
        HttpUrl.get("https://api.example.com"),
        key -> Headers.of(),
        null,
        AnswerReader.position("LD-1"),
        "",
        null);
  }
}
