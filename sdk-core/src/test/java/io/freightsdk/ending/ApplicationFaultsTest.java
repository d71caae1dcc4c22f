package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults of the application's code end the call, which reports its charge. */
class ApplicationFaultsTest {
  @AutoClose private final ScriptedService service = new ScriptedService();

  @ParameterizedTest
  @EnumSource
  void exceptionOfTheKeySupplierIsReported(CallStyle style) {
    FreightException failure =
        service.readFailure(
            service
                .builder()
                .agentKey(
                    () -> {
                      throw new IllegalStateException("sealed");
                    }),
            style);
    assertThat(failure)
        .isExactlyInstanceOf(FreightException.class)
        .hasMessageContaining("the agent key supplier failed with java.lang.IllegalStateException")
        .hasMessageEndingWith("nothing was sent, nothing was charged")
        .hasRootCauseMessage("sealed");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(service.world().network().sentRequests()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void invalidKeyOfASupplierIsNotShown(CallStyle style) {
    FreightException failure =
        service.readFailure(service.builder().agentKey(() -> "secret-part\nX-Evil: 1"), style);
    assertThat(failure).isExactlyInstanceOf(FreightException.class);
    assertThat(failure.getCause()).hasMessageNotContaining("secret-part");
    assertThat(service.world().network().sentRequests()).isZero();
  }

  @Test
  void invalidArgumentOfAnAsyncCallFailsTheFuture() {
    FreightClient client = service.client();
    CompletableFuture<?> future = client.async().getLoadPosition("..");
    assertThatThrownBy(future::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.async().createLoad(null).get())
        .hasCauseInstanceOf(NullPointerException.class);
  }

  @ParameterizedTest
  @EnumSource
  void failureHasTheStackTraceOfItsCaller(CallStyle style) {
    service.enqueue(
        ServiceResponses.success(Operation.GET_LOAD_POSITION)
            .onResponseStart(new SocketEffect.CloseSocket()));
    FreightException failure = service.readFailure(service.builder(), style);
    if (style == CallStyle.BLOCKING) {
      assertThat(failure.getStackTrace())
          .anyMatch(frame -> frame.getClassName().equals(ApplicationFaultsTest.class.getName()));
    }
    assertThat(failure.getCause()).isNotNull();
  }
}
