package io.freightsdk.internal.agent.tools;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.internal.agent.approval.PaidCalls;
import io.freightsdk.internal.agent.approval.Question;
import io.freightsdk.internal.agent.approval.ToolCall;
import io.freightsdk.internal.agent.results.ToolOutput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads a position. All callers of the client share a read for a minute. */
final class PositionTool implements ToolHandler {
  /** The usual time between two fixes of a driver. */
  static final Duration FIX_INTERVAL = Duration.ofSeconds(60);

  private final FreightClient client;
  private final PaidCalls paid;
  private final LastStatuses lastStatus;

  PositionTool(FreightClient client, PaidCalls paid, LastStatuses lastStatus) {
    this.client = client;
    this.paid = paid;
    this.lastStatus = lastStatus;
  }

  @Override
  public ToolOutput handle(ToolCall call) {
    return paid.pay(new PaidRead(call));
  }

  @Override
  public @Nullable String problem(String path, Object value) {
    return ToolCall.loadNumberProblem(value);
  }

  private final class PaidRead extends PaidCalls.PaidCall {
    private final String loadNumber;

    PaidRead(ToolCall call) {
      super(call, Operation.GET_LOAD_POSITION);
      this.loadNumber = call.loadNumber();
    }

    /** A position of the last minute, or the read that another caller has in progress. */
    @Override
    public @Nullable ToolOutput findFreeResult() {
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
    public ToolOutput send(CallOptions options) {
      CallOptions shared = options.toBuilder().maxAge(FIX_INTERVAL).build();
      FreightResponse<LoadPosition> response =
          client.withResponse().getLoadPosition(loadNumber, shared);
      String status = response.value().status().value();
      lastStatus.putIfNewer(response.accountId(), loadNumber, status, response.readAt());
      return new ToolOutput(
          PositionJson.members(loadNumber, response.value(), response.readAt(), response.charge()),
          response.charge());
    }
  }
}
