package io.freightsdk.examples.orderservice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program of a customer, which knows the service by HTTP alone. */
record Frontend(int port) {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = new JsonMapper();
  private static final String ANYTHING = "*/*";

  /**
   * A response.
   *
   * @param contentType empty without one
   */
  record Response(int status, String contentType, String body) {
    JsonNode json() {
      return JSON.readTree(body);
    }

    String text(String name) {
      return json().path(name).asString("");
    }

    /** The fields that are wrong, in a request or in an order that stopped. */
    List<String> fields() {
      List<String> fields = new ArrayList<>();
      json().path("errors").forEach(error -> fields.add(error.path("field").asString()));
      return fields;
    }

    /** Asserts that this is a problem by RFC 9457 that says more than its status. */
    Response isProblem(int expected) {
      assertThat(status).as(body).isEqualTo(expected);
      assertThat(contentType).as(body).startsWith("application/problem+json");
      assertThat(json().path("status").asInt()).isEqualTo(expected);
      assertThat(text("title")).as(body).isNotBlank();
      assertThat(text("detail")).as(body).isNotBlank();
      return this;
    }
  }

  Response get(String path) {
    return send("GET", path, null, null, ANYTHING);
  }

  Response delete(String path) {
    return send("DELETE", path, null, null, ANYTHING);
  }

  Response post(String path) {
    return send("POST", path, null, null, ANYTHING);
  }

  Response put(String path, String json) {
    return send("PUT", path, "application/json", json, ANYTHING);
  }

  /** Null for a header or a body that is not sent. */
  Response send(String method, String path, String contentType, String body, String accept) {
    HttpRequest.BodyPublisher content =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Accept", accept)
            .method(method, content);
    if (contentType != null) request.header("Content-Type", contentType);
    try {
      HttpResponse<String> response =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Response(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
