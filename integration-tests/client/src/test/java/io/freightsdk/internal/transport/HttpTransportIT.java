package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.TimeSource;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The connections of a client. */
class HttpTransportIT {
  @ParameterizedTest(name = "a caller''s client that pings every {0} s: {1} s")
  @CsvSource({", 10", "0, 10", "3, 3", "60, 60"})
  void pingIntervalIsTheCallersOrTenSeconds(@Nullable Integer callers, int seconds) {
    OkHttpClient base =
        callers == null
            ? null
            : new OkHttpClient.Builder().pingInterval(Duration.ofSeconds(callers)).build();
    ExecutorService threads = DaemonThreads.pool("freight-client");
    try (HttpTransport transport =
        new HttpTransport(base, Duration.ofSeconds(5), 1, true, threads, TimeSource.MACHINE)) {
      assertThat(transport.client.pingIntervalMillis()).isEqualTo(seconds * 1000);
    } finally {
      threads.shutdown();
    }
  }
}
