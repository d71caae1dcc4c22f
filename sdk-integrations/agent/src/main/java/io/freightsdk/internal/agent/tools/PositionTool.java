package io.freightsdk.internal.agent.tools;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.internal.agent.answers.Answer;
import io.freightsdk.internal.agent.approval.Invocation;
import io.freightsdk.internal.agent.approval.PaidCalls;
import io.freightsdk.internal.agent.approval.Question;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads a position; all callers of the client share a reading for a minute. */
final class PositionTool implements ToolBody {
  /** Between two fixes of a driver. */
  static final Duration INTERVAL = Duration.ofSeconds(60);

  private final FreightClient client;
  private final PaidCalls paid;
  private final LastStatus lastStatus;

  PositionTool(FreightClient client, PaidCalls paid, LastStatus lastStatus) {
    this.client = client;
    this.paid = paid;
    this.lastStatus = lastStatus;
  }

  @Override
  public Answer run(Invocation invocation) {
    return paid.pay(new PaidRead(invocation, invocation.loadNumber()));
  }

  @Override
  public @Nullable String problem(String path, Object value) {
    return Invocation.problemOfLoadNumber(value);
  }

  private final class PaidRead implements PaidCalls.PaidCall {
    private final Invocation of;
    private final String loadNumber;

    PaidRead(Invocation of, String loadNumber) {
      this.of = of;
      this.loadNumber = loadNumber;
    }

    @Override
    public Invocation of() {
      return of;
    }

    @Override
    public Operation operation() {
      return Operation.GET_LOAD_POSITION;
    }

    /** A reading of the last minute, or the one that another caller is making. */
    @Override
    public @Nullable Answer known() {
      try {
        return send(CallOptions.builder().maxPrice(BigDecimal.ZERO).build());
      } catch (PriceLimitExceededException wouldBePaid) {
        return null;
      }
    }

    @Override
    public Question question() {
      return Question.position(loadNumber);
    }

    @Override
    public Answer send(CallOptions options) {
      CallOptions shared = options.toBuilder().maxAge(INTERVAL).build();
      FreightResponse<LoadPosition> response =
          client.withResponse().getLoadPosition(loadNumber, shared);
      String status = response.value().status().value();
      lastStatus.put(response.accountId(), loadNumber, status, response.readAt());
      return new Answer(
          PositionText.members(loadNumber, response.value(), response.readAt(), response.charge()),
          response.charge());
    }
  }
}
