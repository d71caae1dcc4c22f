package io.freightsdk.examples.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One connection to Redis, for numbers. Each command waits for its answer. */
final class Redis implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader in;

  /**
   * @param url such as {@code redis://127.0.0.1:6379/0}
   */
  Redis(String url) throws IOException {
    URI at = URI.create(url);
    socket = new Socket(at.getHost(), at.getPort());
    socket.setTcpNoDelay(true);
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    ask("SELECT", at.getPath().substring(1));
  }

  long get(String key) throws IOException {
    Object number = ask("GET", key);
    return number == null ? 0 : Long.parseLong(number.toString());
  }

  void add(String key, long number) throws IOException {
    ask("INCRBY", key, Long.toString(number));
  }

  void set(String key, long number) throws IOException {
    ask("SET", key, Long.toString(number));
  }

  /** All numbers whose keys begin like this. */
  Map<String, Long> numbers(String prefix) throws IOException {
    Map<String, Long> numbers = new LinkedHashMap<>();
    for (Object key : (List<?>) Objects.requireNonNull(ask("KEYS", prefix + "*"))) {
      numbers.put(key.toString(), get(key.toString()));
    }
    return numbers;
  }

  private synchronized @Nullable Object ask(String... command) throws IOException {
    StringBuilder request = new StringBuilder("*" + command.length + "\r\n");
    for (String word : command) {
      request.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
    return answer();
  }

  private @Nullable Object answer() throws IOException {
    String line = in.readLine();
    if (line == null) throw new IOException("Redis has closed the connection");
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '$' -> rest.equals("-1") ? null : in.readLine();
      case '*' -> answers(Integer.parseInt(rest));
      case '-' -> throw new IOException(rest);
      default -> rest;
    };
  }

  private List<Object> answers(int count) throws IOException {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < count; i++) all.add(Objects.requireNonNull(answer()));
    return all;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
