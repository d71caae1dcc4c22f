package io.freightsdk.server.service;

import io.freightsdk.server.service.TrackedLoad.LoadIds;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Makes the service's identifiers from random bits. */
public final class Ids {
  private static final int UUID_BYTES = 16;
  private static final int TOKEN_BYTES = 12;
  private static final int KEY_BYTES = 24;

  private final Consumer<byte[]> bits;

  Ids(Consumer<byte[]> bits) {
    this.bits = bits;
  }

  String uuid() {
    ByteBuffer buffer = ByteBuffer.wrap(bytes(UUID_BYTES));
    long high = (buffer.getLong() & ~0xF000L) | 0x4000L;
    long low = (buffer.getLong() & ~(0xC0L << 56)) | (0x80L << 56);
    return new UUID(high, low).toString();
  }

  String brokerId() {
    return "brk_" + hex(TOKEN_BYTES);
  }

  String agentKey() {
    return "fak_" + hex(KEY_BYTES);
  }

  /** 96 random bits: the link is a capability. */
  String trackingToken() {
    return "trk_" + hex(TOKEN_BYTES);
  }

  /** 96 random bits: the link is a capability. */
  String driverToken() {
    return "drv_" + hex(TOKEN_BYTES);
  }

  private String hex(int bytes) {
    return HexFormat.of().formatHex(bytes(bytes));
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    bits.accept(bytes);
    return bytes;
  }

  public record Links(Supplier<String> baseUrl) {
    public String tracking(LoadIds load) {
      return baseUrl.get() + "/track/" + load.trackingToken();
    }

    public String driverWeb(LoadIds load) {
      return baseUrl.get() + "/driver/" + load.driverToken();
    }

    public String driverApp(LoadIds load) {
      return "pingpoint://driver/" + load.driverToken();
    }
  }
}
