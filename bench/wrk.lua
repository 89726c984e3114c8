-- What wrk sends, by the kind that its first argument names, and its figures as one line of JSON.
-- The second argument is a number from which on every request of this run is unlike any other.

local count = 0

local function form(path, type, body)
  -- Each from another client IP: the rate limit of one IP is not what is measured.
  local high, middle, low = math.floor(count / 65536) % 256, math.floor(count / 256) % 256, count % 256
  local headers = {
    ["Content-Type"] = type,
    ["X-Forwarded-For"] = string.format("10.%d.%d.%d", high, middle, low),
  }
  return wrk.format("POST", path, headers, body)
end

local kinds = {
  quote = function() return wrk.format("GET", "/quotes/bench-" .. count % 1000) end,
  form = function()
    local body = "name=Ada+Visitor&email=ada" .. count .. "%40visitor.example"
      .. "&message=Could+you+play+at+our+garden+party%3F&form_key=bench-" .. count
    return form("/_.data?index", "application/x-www-form-urlencoded", body)
  end,
  acceptance = function()
    local body = '{"slug":"open-' .. count .. '","clientName":"Ada Client","clientEmail":"client' .. count
      .. '@client.example","wantsExtraHour":true,"wantsRehearsal":false,"totalAmount":1550}'
    return form("/functions/submit-quote-acceptance", "application/json", body)
  end,
}

function init(args)
  local kind = kinds[args[1]]
  count = tonumber(args[2])
  -- Without a function of its own wrk repeats one prepared request, which costs it least.
  if kind then
    request = function()
      count = count + 1
      return kind()
    end
  end
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"errors":%d}\n',
    summary.requests,
    summary.duration / 1e6,
    latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3,
    e.status + e.connect + e.read + e.write + e.timeout
  ))
end
