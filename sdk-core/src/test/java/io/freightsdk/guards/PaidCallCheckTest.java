package io.freightsdk.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.PaidCallCheck;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The check of paid calls runs on the thread that starts a paid call. */
class PaidCallCheckTest {
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofHours(1)).staleIfError(Duration.ofHours(2)).build();

  @AutoClose private final ScriptedService service = new ScriptedService();
  private final TestGuard guard = TestGuard.unlimited();
  private final IllegalCallerException misplaced = new IllegalCallerException("not here");

  /** A transaction is bound to its thread, too. */
  private final ThreadLocal<Boolean> refuses = ThreadLocal.withInitial(() -> false);

  private final List<String> checked = new ArrayList<>();
  private final PaidCallCheck check =
      (operation, returnsFuture) -> {
        checked.add(operation + (returnsFuture ? " as a future" : ""));
        if (refuses.get()) throw misplaced;
      };

  private FreightClient.Builder builder() {
    return TestBuilders.withPrices(service.builder(), FixedPrices.usual())
        .spendGuard(guard)
        .paidCallCheck(check);
  }

  private void assertNothingHappened(FreightClient client) {
    service.world().settle();
    assertThat(service.requestCount()).isZero();
    assertThat(guard.purchases()).isEmpty();
    assertThat(Activity.of(client).calls()).isZero();
  }

  static Stream<Arguments> paidCalls() {
    return Stream.of(
            Operation.CREATE_LOAD,
            Operation.GET_LOAD_POSITION,
            Operation.CREATE_TRACKED_LOAD,
            Operation.GET_TRACKED_LOAD_POSITION,
            Operation.TOP_UP_BY_CARD)
        .flatMap(
            operation ->
                Arrays.stream(CallStyle.values()).map(style -> Arguments.of(operation, style)));
  }

  @ParameterizedTest
  @MethodSource("paidCalls")
  void refusedCallIsNeitherSentNorReserved(Operation operation, CallStyle style) {
    FreightClient client = service.client(builder());
    refuses.set(true);
    assertThatThrownBy(() -> style.call(client, operation, CallOptions.DEFAULT))
        .isSameAs(misplaced);
    assertNothingHappened(client);
  }

  @ParameterizedTest
  @EnumSource
  void sharedReadIsRefused(CallStyle style) {
    FreightClient client = service.client(builder());
    refuses.set(true);
    assertThatThrownBy(() -> style.getLoadPosition(client, SampleLoads.NUMBER, SHARED))
        .isSameAs(misplaced);
    assertNothingHappened(client);
  }

  @Test
  void clientOfAnotherKeyHasTheSameCheck() {
    FreightClient client = service.client(builder()).withAgentKey("another", null);
    refuses.set(true);
    assertThatThrownBy(() -> client.createLoad(SampleLoads.twoStops())).isSameAs(misplaced);
    assertNothingHappened(client);
  }

  @Test
  void checkGetsOperationAndStyle() {
    FreightClient client = service.client(builder());
    service.enqueue(
        ServiceResponses.success(Operation.CREATE_LOAD),
        ServiceResponses.success(Operation.CREATE_LOAD),
        ServiceResponses.success(Operation.GET_LOAD_POSITION));
    CallStyle.BLOCKING.createLoad(client, SampleLoads.twoStops());
    CallStyle.FUTURE.createLoad(client, SampleLoads.twoStops());
    CallStyle.FUTURE.getLoadPosition(client, SampleLoads.NUMBER, SHARED);
    assertThat(checked)
        .containsExactly(
            Operation.CREATE_LOAD.toString(),
            Operation.CREATE_LOAD + " as a future",
            Operation.GET_LOAD_POSITION + " as a future");
  }

  /** The thread of a future may have a transaction of its own. */
  @Test
  void threadOfAFutureIsNotChecked() {
    service.enqueue(
        ServiceResponses.success(Operation.CREATE_LOAD),
        ServiceResponses.success(Operation.GET_LOAD_POSITION));
    FreightClient client =
        service.client(
            builder()
                .executor(
                    work -> {
                      refuses.set(true);
                      try {
                        work.run();
                      } finally {
                        refuses.remove();
                      }
                    }));
    assertThat(CallStyle.FUTURE.createLoad(client, SampleLoads.twoStops())).isNotNull();
    assertThat(CallStyle.FUTURE.getLoadPosition(client, SampleLoads.NUMBER, SHARED)).isNotNull();
  }

  /** Other callers of the same position may pay for it. */
  @Test
  void sharedReadIsRefusedOnlyToTheRefusedCaller() {
    FreightClient client = service.client(builder());
    refuses.set(true);
    CompletableFuture<LoadPosition> first =
        client.async().getLoadPosition(SampleLoads.NUMBER, SHARED);
    refuses.set(false);
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    CompletableFuture<LoadPosition> second =
        client.async().getLoadPosition(SampleLoads.NUMBER, SHARED);

    assertThat(CallStyle.join(second)).isNotNull();
    assertThatThrownBy(() -> CallStyle.join(first)).isSameAs(misplaced);
    refuses.set(true);
    assertThat(client.getLoadPosition(SampleLoads.NUMBER, SHARED))
        .as("it is paid for already")
        .isEqualTo(second.join());
    assertThat(service.requestCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void freeCallIsNotRefused(CallStyle style) {
    service.enqueue(
        ServiceResponses.success(Operation.GET_BALANCE),
        ServiceResponses.success(Operation.CONFIRM_DELIVERY));
    FreightClient client =
        service.client(
            TestBuilders.withPrices(
                builder(), new FixedPrices(Map.of("delivery_confirm", BigDecimal.ZERO))));
    refuses.set(true);
    assertThat(style.getBalance(client)).isNotNull();
    assertThat(style.confirmDelivery(client, SampleLoads.NUMBER, CallOptions.DEFAULT)).isNotNull();
  }
}
