package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.VirtualWorld;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The connections over which prices are read. */
class PriceConnectionTest extends MoneyOverSocketsTest {
  /**
   * The reading of a price may have the connection of the call that waits for it, and is not
   * trusted before the answer of that call is.
   */
  @ParameterizedTest
  @EnumSource
  void aPriceIsReadOverTheConnectionOfTheCallThatWaitsForIt(CallStyle style) {
    CountDownLatch isFree = new CountDownLatch(1);
    OkHttpClient http =
        new OkHttpClient.Builder()
            .addInterceptor(
                chain -> {
                  boolean reads = chain.request().method().equals("GET");
                  if (reads) await(isFree);
                  return chain.proceed(chain.request());
                })
            .eventListener(
                new EventListener() {
                  @Override
                  public void connectionReleased(Call call, Connection connection) {
                    if (call.request().method().equals("POST")) isFree.countDown();
                  }
                })
            .build();
    // Time is held: the call waits for the price for as long as that takes.
    VirtualWorld world = new VirtualWorld().holdTime();
    FreightClient patient =
        client(TestBuilders.inWorld(builder().httpClient(http), world.environment()));
    CreateLoadOutcome made = style.createLoad(patient, Loads.twoStops());
    assertThat(made.charge().amountUsd()).isEqualByComparingTo(CREATE);
    assertThat(server.journal().requests().stream().map(RecordedRequest::connectionId).distinct())
        .as("connections")
        .hasSize(1);
    http.connectionPool().evictAll();
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) throw new AssertionError("no answer");
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }
}
