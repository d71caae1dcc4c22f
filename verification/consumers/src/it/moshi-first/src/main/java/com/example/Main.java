package com.example;

import io.freightsdk.FreightClient;

/** Fails unless the client refuses, naming the fix, an okio that is too old for OkHttp. */
public final class Main {
  public static void main(String[] args) {
    try (FreightClient client =
        FreightClient.builder().baseUrl("http://127.0.0.1:9").agentKey("agent_of_nobody").build()) {
      throw new AssertionError("a client was built over an okio that cannot connect: " + client);
    } catch (IllegalStateException refused) {
      System.out.println(refused.getMessage());
      if (!refused.getMessage().contains("okio")) {
        throw new AssertionError("the message names no fix", refused);
      }
    }
  }
}
