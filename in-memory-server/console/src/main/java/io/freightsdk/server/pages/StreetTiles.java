package io.freightsdk.server.pages;

import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.http.ErrorTable;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.web.Asset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Streets for the maps of the pages: serves the operator's PMTiles file in byte ranges, and the
 * script that draws it. Safe for several threads.
 */
public final class StreetTiles implements AutoCloseable {
  private static final int HEADER_BYTES = 127;
  private static final byte[] MAGIC = "PMTiles".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION_AT = 7;
  private static final int VERSION = 3;
  private static final int COMPRESSIONS_AT = 97;
  private static final int TYPE_AT = 99;
  private static final int VECTOR = 1;

  /**
   * Directories and tiles of real files are smaller; this also stops a download of the whole file.
   */
  private static final int MOST_BYTES = 8 << 20;

  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,15})-(\\d{1,15})");

  private final FileChannel file;
  private final long size;
  private final String version;

  private StreetTiles(FileChannel file, long size, String version) {
    this.file = file;
    this.size = size;
    this.version = version;
  }

  /**
   * Opens a file until {@link #close}.
   *
   * @throws IllegalArgumentException when it cannot be read, or is no PMTiles file of version 3
   *     with vector tiles; the message says what is accepted
   */
  public static StreetTiles open(Path path) {
    FileChannel file = null;
    try {
      file = FileChannel.open(path, StandardOpenOption.READ);
      String fault = fault(read(file, 0, HEADER_BYTES));
      if (fault == null) {
        String version = file.size() + "-" + Files.getLastModifiedTime(path).toMillis();
        return new StreetTiles(file, file.size(), '"' + version + '"');
      }
      file.close();
      throw new IllegalArgumentException("street tiles: " + path + " " + fault);
    } catch (IOException e) {
      throw new IllegalArgumentException("street tiles: cannot read " + path + ": " + e, e);
    }
  }

  private static @Nullable String fault(byte[] header) {
    for (int i = 0; i < MAGIC.length; i++) {
      if (header.length < HEADER_BYTES || header[i] != MAGIC[i]) return "is not a PMTiles file";
    }
    if (header[VERSION_AT] != VERSION) {
      return "has version " + header[VERSION_AT] + " of PMTiles; convert it to version 3";
    }
    if (header[TYPE_AT] != VECTOR) return "does not contain vector tiles (MVT)";
    for (int i = COMPRESSIONS_AT; i < TYPE_AT; i++) {
      boolean readable = header[i] == 1 || header[i] == 2;
      if (!readable) return "uses a compression that browsers cannot read; use gzip or none";
    }
    return null;
  }

  List<Endpoint> routes() {
    return List.of(
        Endpoint.unrecorded("GET", "/streets.js", call -> script()),
        Endpoint.unrecorded("GET", "/streets.pmtiles", this::range));
  }

  /** The script runs as a worker, with a policy of its own. */
  private static Response script() {
    return Response.of(200, "text/javascript; charset=utf-8", Asset.bytes("map/streets-worker.js"))
        .withHeader("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
  }

  private Response range(Call call) throws IOException {
    String asked = call.header("Range");
    Matcher range = RANGE.matcher(asked == null ? "" : asked);
    if (!range.matches()) return refused("Request a range of bytes");
    long from = Long.parseLong(range.group(1));
    long to = Math.min(Long.parseLong(range.group(2)), size - 1);
    boolean within = from <= to && to - from < MOST_BYTES;
    if (!within) return refused("Request 1 to " + MOST_BYTES + " bytes of the file");
    return Response.of(206, "application/octet-stream", read(file, from, (int) (to - from + 1)))
        .withHeader("Content-Range", "bytes " + from + "-" + to + "/" + size)
        .withHeader("ETag", version);
  }

  private Response refused(String error) {
    return ErrorTable.plain(416, error).withHeader("Content-Range", "bytes */" + size);
  }

  /** Fewer bytes where the file ends before. */
  private static byte[] read(FileChannel file, long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {}
    byte[] read = new byte[bytes.position()];
    bytes.flip().get(read);
    return read;
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
