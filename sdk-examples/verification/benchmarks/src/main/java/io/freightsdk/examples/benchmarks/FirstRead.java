package io.freightsdk.examples.benchmarks;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.spend.SpendLedger;
import java.io.IOException;

/**
 * A program that makes one paid read, says which load it read, and ends: {@code FirstRead with
 * baseUrl}.
 */
final class FirstRead {
  static final String OKHTTP = "okHttp";
  static final String SDK = "sdk";
  static final String SDK_WITH_LEDGER = "sdkWithLedger";

  private FirstRead() {}

  public static void main(String[] arguments) throws IOException {
    System.out.println(read(arguments[0], arguments[1]));
    // Without the wait for idle threads.
    Runtime.getRuntime().halt(0);
  }

  private static String read(String with, String baseUrl) throws IOException {
    if (with.equals(OKHTTP)) {
      return new OkHttpReads(baseUrl, 64).read().loadNumber();
    }
    FreightClientBuilder builder =
        FreightClient.builder().baseUrl(baseUrl).agentKey(ConstantService.KEY);
    if (with.equals(SDK_WITH_LEDGER)) builder.spendGuard(SpendLedger.inMemory().guard());
    return builder.build().getLoadPosition(ConstantService.LOAD).loadNumber();
  }
}
