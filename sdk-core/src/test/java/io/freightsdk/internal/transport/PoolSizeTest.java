package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Eventually;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

class PoolSizeTest {
  private final ConnectionPool pool = new ConnectionPool(5, 1, TimeUnit.MINUTES);
  private final PoolSize size = new PoolSize(pool);

  @Test
  void aNewConnectionCountsAtOnceAndAClosedOneSoonNoMore() throws IOException {
    OkHttpClient client = new OkHttpClient.Builder().connectionPool(pool).build();
    try (MockWebServer server = new MockWebServer()) {
      server.enqueue(new MockResponse.Builder().build());
      server.start();
      assertThat(size.isAtLeast(0)).isTrue();
      assertThat(size.isAtLeast(1)).isFalse();

      client.newCall(new Request.Builder().url(server.url("/")).build()).execute().close();
      assertThat(size.isAtLeast(1)).isTrue();
      assertThat(size.isAtLeast(2)).isFalse();

      pool.evictAll();
      Eventually.until(() -> !size.isAtLeast(1), () -> "a closed connection still counts");
    }
  }
}
