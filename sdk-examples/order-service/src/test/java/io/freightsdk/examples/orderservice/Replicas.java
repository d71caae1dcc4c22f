package io.freightsdk.examples.orderservice;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The replicas of the service, which may be killed at any time, and the clock of the replicas and
 * the in-memory server.
 */
final class Replicas implements AutoCloseable {
  private final InMemoryFreightServer server;
  private final Broker broker;
  private final Path clock;
  private final List<String> properties;
  private final Random random;
  private final List<Replica> running = new ArrayList<>();
  private int kills;

  Replicas(
      InMemoryFreightServer server,
      Broker broker,
      Path folder,
      List<String> properties,
      Random random) {
    this.server = server;
    this.broker = broker;
    this.clock = folder.resolve("clock");
    this.properties = properties;
    this.random = random;
    writeTime();
  }

  void start(int replicas) {
    for (int i = 0; i < replicas; i++) {
      // The first one makes the tables.
      running.add(Replica.start(broker, clock, properties).awaitStart());
    }
  }

  /** Lets time pass, for the in-memory server first. */
  void advance(Duration time) {
    server.clock().advance(time);
    writeTime();
  }

  private void writeTime() {
    long ahead = Duration.between(Instant.now(), server.clock().now()).toMillis();
    Path next = clock.resolveSibling("clock.next");
    try {
      Files.writeString(next, String.valueOf(ahead));
      Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills one of them, whatever it is doing, and starts another in its place. */
  void killOne() {
    int killed = random.nextInt(running.size());
    running.get(killed).kill();
    running.set(killed, Replica.start(broker, clock, properties));
    kills++;
  }

  int kills() {
    return kills;
  }

  /** A response, and whether an earlier attempt of the request got none. */
  record Answer(int status, String body, boolean isRepeated) {}

  /**
   * Sends a request to any replica, and repeats it until one responds, as a customer's program
   * does.
   */
  Answer ask(String method, String path, String json) {
    boolean isRepeated = false;
    while (true) {
      Replica any = anyUp();
      try {
        HttpResponse<String> answer = any.send(method, path, json);
        return new Answer(answer.statusCode(), answer.body(), isRepeated);
      } catch (IOException killed) {
        isRepeated = true;
      }
    }
  }

  private Replica anyUp() {
    List<Replica> up = running.stream().filter(Replica::isUp).toList();
    return up.isEmpty()
        ? running.get(random.nextInt(running.size())).awaitStart()
        : up.get(random.nextInt(up.size()));
  }

  String logs() {
    StringBuilder logs = new StringBuilder();
    for (Replica replica : running) logs.append("--- a replica\n").append(replica.log());
    return logs.toString();
  }

  @Override
  public void close() {
    running.forEach(Replica::close);
  }
}
