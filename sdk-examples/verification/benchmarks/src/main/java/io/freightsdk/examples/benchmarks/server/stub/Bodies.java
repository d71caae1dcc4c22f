package io.freightsdk.examples.benchmarks.server.stub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The three answers that every stub gives: bytes that the reference server once sent. */
public record Bodies(byte[] balance, byte[] position, byte[] created) {
  public static final String CREATE_PATH = "/v1/agent/loads";
  public static final String POSITION_PATH = CREATE_PATH + "/LD-2026-0001";
  public static final String BALANCE_PATH = "/v1/agent/balance";

  public static Bodies read(Path folder) throws IOException {
    return new Bodies(
        Files.readAllBytes(folder.resolve("balance.json")),
        Files.readAllBytes(folder.resolve("position.json")),
        Files.readAllBytes(folder.resolve("created.json")));
  }

  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("balance.json"), balance);
    Files.write(folder.resolve("position.json"), position);
    Files.write(folder.resolve("created.json"), created);
  }

  /** The answer to a path of the three. */
  byte[] at(String path) {
    if (path.equals(BALANCE_PATH)) return balance;
    return path.equals(CREATE_PATH) ? created : position;
  }
}
