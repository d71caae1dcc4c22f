package io.freightsdk.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A scope that the guard does not know is a programming error: a paid call is refused and never
 * sent without its limits.
 */
class ForeignScopesTest {
  @AutoClose private final ScriptedService service = new ScriptedService();
  private final TestGuard guard = TestGuard.unlimited();

  /** A scope of another guard. */
  private final SpendGuard.CostCenter foreign = TestGuard.unlimited().scope("client/acme");

  private final CallOptions options = CallOptions.builder().scope(foreign).build();

  private FreightClient client(boolean guarded) {
    return service.client(guarded ? service.builder().spendGuard(guard) : service.builder());
  }

  static Stream<Arguments> paidCalls() {
    return Stream.of(
            Operation.CREATE_LOAD,
            Operation.GET_LOAD_POSITION,
            Operation.CREATE_TRACKED_LOAD,
            Operation.GET_TRACKED_LOAD_POSITION)
        .flatMap(
            operation ->
                Stream.of(true, false)
                    .flatMap(
                        guarded ->
                            Arrays.stream(CallStyle.values())
                                .map(style -> Arguments.of(operation, guarded, style))));
  }

  @ParameterizedTest(name = "{0}, a guard of its own {1}, {2}")
  @MethodSource("paidCalls")
  void paidCallInAForeignScopeIsNotSent(Operation operation, boolean guarded, CallStyle style) {
    FreightClient client = client(guarded);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> style.call(client, operation, options))
        .withMessageContaining(guarded ? "not of this guard" : "spendGuard(...)")
        .withMessageContaining(guarded ? "scope client/acme" : "scope: client/acme");

    assertNothingHappened(client);
  }

  static Stream<Arguments> guards() {
    return Stream.of(true, false)
        .flatMap(
            guarded ->
                Arrays.stream(CallStyle.values()).map(style -> Arguments.of(guarded, style)));
  }

  @ParameterizedTest
  @MethodSource("guards")
  void sharedReadInAForeignScopeIsNotSent(boolean guarded, CallStyle style) {
    FreightClient client = client(guarded);
    CallOptions shared =
        options.toBuilder().maxAge(Duration.ofHours(1)).staleIfError(Duration.ofHours(2)).build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> style.getLoadPosition(client, SampleLoads.NUMBER, shared));

    assertNothingHappened(client);
  }

  /** A method that returns a future throws nothing: the future fails. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void foreignScopeFailsTheFuture(boolean guarded) {
    FreightClient client = client(guarded);
    CompletableFuture<?> future = client.async().createLoad(SampleLoads.twoStops(), options);
    service.world().settle();

    assertThat(future).isCompletedExceptionally();
    Throwable thrown = catchThrowable(future::join);
    assertThat(thrown)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(IllegalArgumentException.class);
    assertNothingHappened(client);
  }

  /** No limit applies to it. */
  @ParameterizedTest
  @MethodSource("guards")
  void freeCallIgnoresItsScope(boolean guarded, CallStyle style) {
    service.enqueue(ServiceResponses.success(Operation.GET_BALANCE));
    assertThat(style.getBalance(client(guarded), options)).isNotNull();
  }

  private void assertNothingHappened(FreightClient client) {
    service.world().settle();
    assertThat(service.requestCount()).isZero();
    guard.assertEachCompletedOnce();
    assertThat(guard.usedUsd()).isZero();
    assertThat(Activity.of(client).calls()).isZero();
  }
}
