package io.freightsdk.server.web.live;

import io.freightsdk.server.web.Html;
import java.util.List;

/**
 * The changing regions of a page at one moment.
 *
 * @param version equal for equal content
 * @param markup elements that replace those with the same {@code data-region}
 * @param more whether further updates may follow
 */
public record RegionUpdate(String version, String markup, boolean more) {
  public static RegionUpdate of(boolean more, Html... regions) {
    return new RegionUpdate(version(regions), Html.joined(List.of(regions)).markup(), more);
  }

  public static String version(Html... regions) {
    return Integer.toHexString(List.of(regions).hashCode());
  }
}
