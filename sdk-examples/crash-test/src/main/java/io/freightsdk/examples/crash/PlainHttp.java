package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Wallet.Order;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service without an SDK: a careful caller's requests, with a key and three attempts. */
final class PlainHttp {
  private static final Pattern PRICE = Pattern.compile("\"load_create\"\\s*:\\s*([0-9.]+)");
  private static final int ATTEMPTS = 3;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Place place;

  PlainHttp(Place place) {
    this.place = place;
  }

  /** Whether the load was created; false when the service refused it. */
  boolean create(Order order) throws IOException {
    return post(order) / 100 == 2;
  }

  /** The status of the answer. */
  int post(Order order) throws IOException {
    place.post().leaves();
    String body =
        """
        {"driverPhone":"%s",
         "pickups":[{"address":"520 Vine St","city":"Cincinnati","state":"OH","zip":"45202"}],
         "deliveries":[{"address":"120 Gary Wade Blvd","city":"Sevierville","state":"TN","zip":"37862"}]}
        """
            .formatted(order.driverPhone());
    HttpRequest request =
        request("/v1/agent/loads")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", order.key())
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return send(request).statusCode();
  }

  BigDecimal price() throws IOException {
    Matcher price = PRICE.matcher(send(request("/v1/agent/pricing").build()).body());
    if (!price.find()) throw new IOException("no price");
    return new BigDecimal(price.group(1));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(place.baseUrl() + path))
        .timeout(Duration.ofSeconds(20))
        .header("Authorization", "Bearer " + place.agentKey());
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() < 500 || attempt == ATTEMPTS) return answer;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) throw e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  }
}
