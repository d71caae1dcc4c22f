package io.freightsdk.server.support;

import io.freightsdk.server.geo.Coordinates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A PMTiles file of one vector tile, the whole world, as small as the format allows: a layer {@code
 * roads} with straight roads.
 */
public final class StreetFile {
  private static final int HEADER = 127;
  private static final int EXTENT = 1 << 20;

  private final String attribution;
  private final List<byte[]> roads = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private int tileType = 1;
  private int version = 3;

  private StreetFile(String attribution) {
    this.attribution = attribution;
  }

  public static StreetFile of(String attribution) {
    return new StreetFile(attribution);
  }

  /** A road over {@code places}; {@code kind} as Protomaps names it. */
  public StreetFile road(String kind, String number, Coordinates... places) {
    values.add(kind);
    values.add(number);
    int[] x = new int[places.length];
    int[] y = new int[places.length];
    for (int i = 0; i < places.length; i++) {
      double lat = Math.toRadians(places[i].lat());
      x[i] = (int) Math.round(EXTENT * (places[i].lng() + 180) / 360);
      double north = Math.log(Math.tan(lat) + 1 / Math.cos(lat));
      y[i] = (int) Math.round(EXTENT * (1 - north / Math.PI) / 2);
    }
    byte[] geometry =
        bytes(
            out -> {
              varint(out, 1 | 1 << 3); // one MoveTo
              zigzag(out, x[0]);
              zigzag(out, y[0]);
              varint(out, 2 | (x.length - 1) << 3); // LineTos
              for (int i = 1; i < x.length; i++) {
                zigzag(out, x[i] - x[i - 1]);
                zigzag(out, y[i] - y[i - 1]);
              }
            });
    int first = values.size() - 2;
    byte[] tags =
        bytes(
            out -> {
              for (int tag : new int[] {0, first, 1, first + 1}) varint(out, tag);
            });
    roads.add(
        bytes(
            out -> {
              field(out, 2, tags);
              number(out, 3, 2); // a line
              field(out, 4, geometry);
            }));
    return this;
  }

  /** Says that its tiles are pictures. */
  public StreetFile ofPictures() {
    tileType = 2;
    return this;
  }

  public StreetFile version(int other) {
    version = other;
    return this;
  }

  public Path writeTo(Path folder) {
    try {
      return Files.write(folder.resolve("streets.pmtiles"), file());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] file() {
    byte[] tile = bytes(out -> field(out, 3, layer()));
    byte[] directory =
        bytes(
            out -> {
              varint(out, 1); // entries
              varint(out, 0); // id of the tile 0/0/0
              varint(out, 1); // run length
              varint(out, tile.length);
              varint(out, 1); // offset 0, plus one
            });
    byte[] metadata =
        ("{\"attribution\":\"" + attribution + "\"}").getBytes(StandardCharsets.UTF_8);
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.put("PMTiles".getBytes(StandardCharsets.US_ASCII)).put((byte) version);
    long at = HEADER;
    header.putLong(at).putLong(directory.length);
    at += directory.length;
    header.putLong(at).putLong(metadata.length);
    at += metadata.length;
    header.putLong(at).putLong(0); // no leaf directories
    header.putLong(at).putLong(tile.length);
    header.putLong(1).putLong(1).putLong(1);
    // Clustered, directories and tiles as they are, one level.
    header.put((byte) 1).put((byte) 1).put((byte) 1).put((byte) tileType);
    header.put((byte) 0).put((byte) 0);
    return bytes(
        out -> {
          out.writeBytes(header.array());
          out.writeBytes(directory);
          out.writeBytes(metadata);
          out.writeBytes(tile);
        });
  }

  private byte[] layer() {
    return bytes(
        out -> {
          field(out, 1, text("roads"));
          for (byte[] road : roads) field(out, 2, road);
          field(out, 3, text("kind"));
          field(out, 3, text("ref"));
          for (String value : values) {
            field(out, 4, bytes(inner -> field(inner, 1, text(value))));
          }
          number(out, 5, EXTENT);
          number(out, 15, 2);
        });
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Consumer<ByteArrayOutputStream> writing) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writing.accept(out);
    return out.toByteArray();
  }

  private static void field(ByteArrayOutputStream out, int id, byte[] content) {
    varint(out, id << 3 | 2);
    varint(out, content.length);
    out.writeBytes(content);
  }

  private static void number(ByteArrayOutputStream out, int id, int value) {
    varint(out, id << 3);
    varint(out, value);
  }

  private static void zigzag(ByteArrayOutputStream out, int value) {
    varint(out, value << 1 ^ value >> 31);
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    int rest = value;
    for (; (rest & ~0x7F) != 0; rest >>>= 7) out.write(rest & 0x7F | 0x80);
    out.write(rest);
  }
}
