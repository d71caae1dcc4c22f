package io.freightsdk.documentation;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Iterator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A host over HTTP that also writes what no client of the SDK writes. */
final class RawHost {
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpRequest.Builder request;

  RawHost(String address, String authorization) throws IOException, InterruptedException {
    request =
        HttpRequest.newBuilder(URI.create(address + "/mcp"))
            .header("Authorization", authorization)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    String initialize =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
            + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"elicitation\":{}},"
            + "\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}}";
    HttpResponse<Stream<String>> first = post(initialize);
    request.header("Mcp-Session-Id", first.headers().firstValue("Mcp-Session-Id").orElseThrow());
  }

  private HttpResponse<Stream<String>> post(String message)
      throws IOException, InterruptedException {
    HttpRequest post = request.POST(HttpRequest.BodyPublishers.ofString(message)).build();
    return http.send(post, HttpResponse.BodyHandlers.ofLines());
  }

  /** Orders a load, answers the question with this result, and returns what the call returns. */
  String order(int number, String result) throws IOException, InterruptedException {
    return call("create_load", load(number), result);
  }

  String call(String tool, String arguments, String result)
      throws IOException, InterruptedException {
    String call =
        String.format(
            Locale.ROOT,
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\","
                + "\"params\":{\"name\":\"%s\",\"arguments\":%s}}",
            tool,
            arguments);
    try (Stream<String> lines = post(call).body()) {
      for (Iterator<String> all = lines.iterator(); all.hasNext(); ) {
        String line = all.next();
        if (line.contains("elicitation/create")) answer(line, result);
        if (line.contains("\"id\":2")) return line;
      }
    }
    throw new AssertionError("no answer");
  }

  private void answer(String question, String result) throws IOException, InterruptedException {
    Matcher id = ID.matcher(question);
    if (!id.find()) throw new AssertionError(question);
    post("{\"jsonrpc\":\"2.0\",\"id\":\"" + id.group(1) + "\",\"result\":" + result + "}");
  }

  private static String load(int number) {
    return String.format(
        Locale.ROOT,
        """
        {"driverPhone":"+1312555%04d","customerRef":"PO-%d",
        "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
        "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""",
        1000 + number,
        number);
  }
}
