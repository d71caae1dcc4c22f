/** Phone numbers in E.164. */
@NullMarked
package io.freightsdk.server.domain.phone;

import org.jspecify.annotations.NullMarked;
