/** JSON as plain trees, for bodies that must be judged before they can be typed. */
@NullMarked
package io.freightsdk.server.json;

import org.jspecify.annotations.NullMarked;
