package io.freightsdk.client;

import io.freightsdk.FreightClient;

/** A program that builds a client and tells how that went, on whatever class path it gets. */
final class BuildsAClient {
  private BuildsAClient() {}

  public static void main(String[] arguments) {
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl("http://127.0.0.1:1")
            .agentKey("agentkey-0123456789abcdef")
            .build()) {
      System.out.println("built " + (client != null));
    } catch (Throwable any) {
      System.out.println("refused " + any.getClass().getName() + ": " + any.getMessage());
    }
  }
}
